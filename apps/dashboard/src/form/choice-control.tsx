import { FormSelect, FormSelectOption } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly id: string
  readonly choices: readonly string[]
  readonly value: string
  readonly required: boolean
  set(value: unknown): void
}

/** A choice from a few values. */
export const ChoiceControl = ({ id, choices, value, required, set }: Props) => {
  const { t } = useTranslation()
  return (
    <FormSelect id={id} value={value} onChange={(_, one) => set(one === '' ? undefined : one)}>
      {(!required || value === '') && <FormSelectOption value="" label={t('shell.form.none')} />}
      {choices.map((one) => (
        <FormSelectOption
          key={one}
          value={one}
          label={t(`state.${one.toLowerCase()}`, { defaultValue: one })}
        />
      ))}
    </FormSelect>
  )
}
