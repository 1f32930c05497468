import { Progress } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { readableBytes } from '../cell/readable.ts'
import { type Limit, shareOf } from './limit.ts'

/** Share of a quota from which the bar shows a warning. */
const near = 0.8

interface Props {
  readonly limit: Limit
  /** The amount that the planned action would add. */
  readonly more?: number
}

const worded = (value: number, unit: Limit['unit']): string => {
  if (unit === undefined) return String(value)
  return readableBytes(value * 1024 ** (unit === 'mib' ? 2 : 3))
}

/** The usage of a quota as a bar, with the usage after the planned action. */
export const LimitBar = ({ limit: { name, used, most, unit }, more = 0 }: Props) => {
  const { t } = useTranslation()
  const title = t(`field.${name}`)
  const after = used + more
  const share = shareOf(after, most)
  const bound = most < 0 ? t('shell.quota.unbounded') : worded(most, unit)
  const values = { used: worded(used, unit), after: worded(after, unit), most: bound }
  const text = more > 0 ? t('shell.quota.after', values) : t('shell.quota.used', values)
  const look = share > 1 ? ('danger' as const) : share >= near ? ('warning' as const) : undefined
  return (
    <Progress
      size="sm"
      title={title}
      value={Math.min(100, Math.round(share * 100))}
      label={text}
      valueText={text}
      measureLocation="top"
      {...(look === undefined ? {} : { variant: look })}
    />
  )
}
