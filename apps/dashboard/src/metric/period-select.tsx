import { FormSelect, FormSelectOption } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'

const hour = 3600
const day = 24 * hour

/** The selectable periods in seconds, by name. */
export const periods = { hour, day, week: 7 * day, month: 30 * day, quarter: 90 * day } as const
export type PeriodName = keyof typeof periods

interface Props {
  readonly value: PeriodName
  readonly among: readonly PeriodName[]
  set(value: PeriodName): void
}

/** Selects the period of a chart. */
export const PeriodSelect = ({ value, among, set }: Props) => {
  const { t } = useTranslation()
  return (
    <FormSelect
      className="period-select"
      aria-label={t('shell.period.label')}
      value={value}
      onChange={(_, chosen) => set(among.find((one) => one === chosen) ?? value)}
    >
      {among.map((one) => (
        <FormSelectOption key={one} value={one} label={t(`shell.period.${one}`)} />
      ))}
    </FormSelect>
  )
}
