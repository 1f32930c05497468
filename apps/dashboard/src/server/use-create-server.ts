import { computeApi } from '@nimbo/contracts/compute/api'
import { createServer } from '@nimbo/contracts/compute/servers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { clientOf } from '../api/api-clients.ts'
import { isItem } from '../panel/item.ts'
import { useToast } from '../shell/toasts-context.ts'
import { serverBody } from './server-body.ts'
import type { ServerDraft } from './server-draft.ts'

/** Creates the servers of a draft; calls `done` with the id, or with undefined if there are several. */
export const useCreateServer = (done: (id: string | undefined) => void) => {
  const { t } = useTranslation()
  const tell = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (draft: ServerDraft) => {
      const { body } = await clientOf(computeApi).perform(createServer, { body: serverBody(draft) })
      return isItem(body) && isItem(body.server) ? String(body.server.id) : undefined
    },
    onSuccess: (id, { name, count }) => {
      tell({ look: 'success', title: t('shell.made', { kind: t('panel.servers.one'), name }) })
      void queries.invalidateQueries({ queryKey: ['server'] })
      done(count > 1 ? undefined : id)
    },
  })
}
