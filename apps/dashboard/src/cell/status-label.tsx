import { Label, type LabelProps } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'

const good = ['active', 'available', 'in-use', 'up', 'enabled', 'success', 'running', 'ok']
const bad = ['error', 'down', 'killed', 'failed', 'error_deleting', 'alarm', 'deleted']

const looks: readonly (readonly [RegExp, LabelProps['status']])[] = [
  [
    /^(build|rebuild|reboot|resize|migrating|queued|saving|importing|uploading|creating|deleting|.*ing|.*_in_progress)$/,
    'info',
  ],
]

const lookOf = (status: string): LabelProps['status'] | undefined => {
  const lower = status.toLowerCase()
  if (good.includes(lower) || lower.endsWith('_complete')) return 'success'
  if (bad.includes(lower) || lower.startsWith('error') || lower.endsWith('_failed')) return 'danger'
  return looks.find(([form]) => form.test(lower))?.[1]
}

/** A status, translated if there is a translation; the API's own value is shown beside it. */
export const StatusLabel = ({ status }: { readonly status: string }) => {
  const { t } = useTranslation()
  const look = lookOf(status)
  return (
    <Label isCompact variant="outline" {...(look === undefined ? {} : { status: look })} title={status}>
      {t(`state.${status.toLowerCase()}`, { defaultValue: status })}
    </Label>
  )
}
