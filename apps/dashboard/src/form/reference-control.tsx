import { Checkbox, FormSelect, FormSelectOption, Stack } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import type { Field } from '../panel/form-spec.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { titleOf } from './title-of.ts'
import { useOptions } from './use-options.ts'

interface Props {
  readonly id: string
  readonly field: Field
  readonly several: boolean
  readonly value: unknown
  readonly required: boolean
  set(value: unknown): void
}

/** A choice of one or several resources of another panel, by name. */
export const ReferenceControl = ({ id, field, several, value, required, set }: Props) => {
  const { t } = useTranslation()
  const { data: options = [], error, isPending } = useOptions(field)
  if (error) return <ProblemAlert error={error} />
  if (!several)
    return (
      <FormSelect
        id={id}
        value={String(value ?? '')}
        isDisabled={isPending}
        onChange={(_, one) => set(one === '' ? undefined : one)}
      >
        <FormSelectOption value="" label={t(required ? 'shell.form.choose' : 'shell.form.none')} />
        {options.map((one) => (
          <FormSelectOption key={one.value} value={one.value} label={one.label} />
        ))}
      </FormSelect>
    )
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <Stack id={id} role="group" aria-label={titleOf(field, t)}>
      {options.length === 0 && t('shell.form.nothingThere')}
      {options.map((one) => (
        <Checkbox
          key={one.value}
          id={`${id}-${one.value}`}
          label={one.label}
          isChecked={chosen.includes(one.value)}
          onChange={(_, on) => set(on ? [...chosen, one.value] : chosen.filter((each) => each !== one.value))}
        />
      ))}
    </Stack>
  )
}
