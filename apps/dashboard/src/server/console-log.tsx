import { CodeBlock, CodeBlockCode, Skeleton } from '@patternfly/react-core'
import { consoleOutput } from '@nimbo/contracts/compute/actions/console-output'
import { computeApi } from '@nimbo/contracts/compute/api'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { clientOf } from '../api/api-clients.ts'
import { isItem } from '../panel/item.ts'
import type { TabProps } from '../panel/panel.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'

/** Polling interval: console output sends no notification. */
const everyMs = 3000
const lines = 300

/** The last lines of a server's console output, always rendered as text. */
export const ConsoleLog = ({ item: { id } }: TabProps) => {
  const { t } = useTranslation()
  const { data, error, isPending } = useQuery({
    queryKey: ['server', 'log', id],
    queryFn: async () => {
      const request = { path: { server_id: String(id) }, body: { 'os-getConsoleOutput': { length: lines } } }
      const { body } = await clientOf(computeApi).perform(consoleOutput.operation, request)
      return isItem(body) ? String(body.output ?? '') : ''
    },
    refetchInterval: everyMs,
  })
  if (error) return <ProblemAlert error={error} />
  if (isPending) return <Skeleton height="12rem" screenreaderText={t('shell.loading')} />
  return (
    <CodeBlock>
      <CodeBlockCode>{data === '' ? t('shell.emptyLog') : data}</CodeBlockCode>
    </CodeBlock>
  )
}
