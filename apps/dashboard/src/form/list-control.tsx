import { useTranslation } from 'react-i18next'
import { LinesControl } from './lines-control.tsx'
import type { ValueProps } from './value-props.ts'

/** A list of strings, one per line. */
export const ListControl = ({ id, label, value, set }: ValueProps) => {
  const { t } = useTranslation()
  const initial = Array.isArray(value) ? value.map(String).join('\n') : ''
  return <LinesControl {...{ id, label, initial, set }} hint={t('shell.form.perLine')} />
}
