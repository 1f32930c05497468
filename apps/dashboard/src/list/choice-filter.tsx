import { MenuToggle, Select, SelectList, SelectOption } from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly name: string
  readonly choices: readonly string[]
  readonly value: string
  apply(value: string): void
}

/** A filter by one of several values. */
export const ChoiceFilter = ({ name, choices, value, apply }: Props) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const choose = (one: string) => {
    setOpen(false)
    apply(one === value ? '' : one)
  }
  return (
    <Select
      isOpen={open}
      selected={value}
      onSelect={(_, one) => choose(String(one))}
      onOpenChange={setOpen}
      isScrollable
      toggle={(ref) => (
        <MenuToggle ref={ref} onClick={() => setOpen(!open)} isExpanded={open}>
          {t(`field.${name}`)}
        </MenuToggle>
      )}
    >
      <SelectList aria-label={t(`field.${name}`)}>
        {choices.map((one) => (
          <SelectOption key={one} value={one}>
            {t(`state.${one.toLowerCase()}`, { defaultValue: one })}
          </SelectOption>
        ))}
      </SelectList>
    </Select>
  )
}
