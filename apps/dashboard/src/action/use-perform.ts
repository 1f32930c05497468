import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ActionSpec } from '../panel/action-spec.ts'
import type { Values } from '../panel/values.ts'
import type { Item } from '../panel/item.ts'
import { labelOf, type Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'
import { useToast } from '../shell/toasts-context.ts'
import { perform } from './perform.ts'

/** Performs an action, shows a toast when it succeeds, and invalidates the cached data of the cloud. */
export const usePerform = (panel: Panel, action: ActionSpec, item: Item, within: Within) => {
  const { t } = useTranslation()
  const tell = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (values?: Values) => perform(panel, action, item, within, values),
    onSuccess: () => {
      tell({
        look: 'success',
        title: t('shell.did', { action: t(`action.${action.id}`), name: labelOf(panel, item) }),
      })
      void queries.invalidateQueries({
        predicate: ({ queryKey: [first] }) => first !== 'panel' && first !== 'allowed',
      })
    },
  })
}
