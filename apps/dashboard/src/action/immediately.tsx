import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { problemOf } from '../api/problem.ts'
import { labelOf } from '../panel/panel.ts'
import { useToast } from '../shell/toasts-context.ts'
import type { ActionDialogProps } from './dialog-props.ts'
import { ReplyDialog } from './reply-dialog.tsx'
import { usePerform } from './use-perform.ts'

/** Runs an action without a dialog; shows its reply if the action declares `shows`. */
export const Immediately = ({ panel, item, within, action, close }: ActionDialogProps) => {
  const { t } = useTranslation()
  const tell = useToast()
  const { mutate, data } = usePerform(panel, action, item, within)
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate(undefined, {
      onSuccess: () => action.shows || close(),
      onError: (error) => {
        const { message, requestId } = problemOf(error)
        const title = t('shell.didNot', { action: t(`action.${action.id}`), name: labelOf(panel, item) })
        tell({ look: 'danger', title, body: requestId === undefined ? message : `${message} (${requestId})` })
        close()
      },
    })
  })
  if (data === undefined || action.shows === undefined) return null
  return <ReplyDialog title={t(`action.${action.id}`)} text={action.shows(data)} close={close} />
}
