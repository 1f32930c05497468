import { Button, Checkbox, Modal, ModalBody, ModalFooter, ModalHeader, Stack } from '@patternfly/react-core'
import ColumnsIcon from '@patternfly/react-icons/dist/esm/icons/columns-icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChosenColumns } from './kept-columns.ts'

/** Selects the columns that a table shows. */
export const ColumnChooser = ({ columns }: { readonly columns: ChosenColumns }) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const shown = columns.shown.map(({ name }) => name)
  const toggle = (name: string, on: boolean) =>
    columns.choose(on ? [...shown, name] : shown.filter((each) => each !== name))
  return (
    <>
      <Button
        variant="plain"
        icon={<ColumnsIcon />}
        aria-label={t('shell.list.columns')}
        title={t('shell.list.columns')}
        onClick={() => setOpen(true)}
      />
      <Modal isOpen={open} onClose={() => setOpen(false)} variant="small" aria-labelledby="columns-title">
        <ModalHeader title={t('shell.list.columns')} labelId="columns-title" />
        <ModalBody>
          <Stack hasGutter>
            {columns.all.slice(1).map(({ name, label }) => (
              <Checkbox
                key={name}
                id={`column-${name}`}
                label={t(`field.${label ?? name}`)}
                isChecked={shown.includes(name)}
                onChange={(_, on) => toggle(name, on)}
              />
            ))}
          </Stack>
        </ModalBody>
        <ModalFooter>
          <Button onClick={() => setOpen(false)}>{t('shell.done')}</Button>
          <Button variant="link" onClick={columns.reset}>
            {t('shell.list.usualColumns')}
          </Button>
        </ModalFooter>
      </Modal>
    </>
  )
}
