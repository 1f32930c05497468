import { useTranslation } from 'react-i18next'
import { readableDate } from '../cell/readable.ts'

interface Done {
  readonly action: string
  readonly start_time: string
}

/** Returns a function that labels a server action for a select: the action and its start time. */
export const useActionLabel = (): ((done: Done) => string) => {
  const { t, i18n } = useTranslation()
  return ({ action, start_time }) =>
    `${t(`flow.action.${action}`, { defaultValue: action })}, ${readableDate(start_time, i18n.language)}`
}
