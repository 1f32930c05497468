import {
  Menu,
  MenuContent,
  MenuItem,
  MenuList,
  Modal,
  ModalBody,
  ModalHeader,
  SearchInput,
} from '@patternfly/react-core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSession } from '../session/session-context.ts'
import { type PaletteLine, usePaletteLines } from './palette-lines.ts'

/** The maximum number of results shown. */
const most = 12

/** The command palette, which opens pages and items by a few letters of their names. */
export const Palette = ({ close }: { readonly close: () => void }) => {
  const { t } = useTranslation()
  const go = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const lines = usePaletteLines(useSession(), text).slice(0, most)
  const follow = (line: PaletteLine | undefined) => {
    if (line === undefined) return
    close()
    void go(line.path)
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') follow(lines[at])
    else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, lines.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else return
    event.preventDefault()
  }
  return (
    <Modal
      isOpen
      onClose={close}
      variant="small"
      position="top"
      aria-labelledby="palette-title"
      elementToFocus="#palette-search"
    >
      <ModalHeader title={t('shell.palette.title')} labelId="palette-title" />
      <ModalBody>
        <SearchInput
          searchInputId="palette-search"
          aria-label={t('shell.palette.label')}
          placeholder={t('shell.palette.label')}
          value={text}
          onChange={(_, typed) => {
            setText(typed)
            setAt(0)
          }}
          onClear={() => setText('')}
          onKeyDown={pressed}
        />
        <Menu isPlain isScrollable onSelect={(_, path) => follow(lines.find((line) => line.path === path))}>
          <MenuContent maxMenuHeight="60vh">
            <MenuList aria-label={t('shell.palette.title')}>
              {lines.map(({ path, title, about }, index) => (
                <MenuItem key={path} itemId={path} isFocused={index === at} description={about}>
                  {title}
                </MenuItem>
              ))}
              {lines.length === 0 && <MenuItem isDisabled>{t('shell.palette.nothing')}</MenuItem>}
            </MenuList>
          </MenuContent>
        </Menu>
      </ModalBody>
    </Modal>
  )
}
