import { FormSelect, FormSelectOption, Stack, StackItem } from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readableDate } from '../cell/readable.ts'
import { textAt } from '../panel/item.ts'
import type { TabProps } from '../panel/panel.ts'
import { useSession } from '../session/session-context.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { BuildFlow } from './build-flow.tsx'
import { FlowPicture } from './flow-picture.tsx'
import { timelineOf } from './timeline.ts'
import { useActionHops, useActions } from './use-actions.ts'

/** The line of the request; all else is counted from there. */
const requestLine = 1

const ActionFlow = ({ serverId, requestId }: { readonly serverId: string; readonly requestId: string }) => {
  const { t } = useTranslation()
  const { data = [], error } = useActionHops(serverId, requestId)
  if (error) return <ProblemAlert error={error} />
  const growing = data.some(({ status }) => status === 'running')
  return <FlowPicture title={t('flow.steps')} timeline={timelineOf(data, requestLine)} growing={growing} />
}

/** How a server was built, and by which steps all was done that was done to it since. */
export const FlowTab = ({ item }: TabProps) => {
  const { t, i18n } = useTranslation()
  const { nimbo } = useSession()
  const serverId = textAt(item, 'id')
  const { data: actions = [] } = useActions(serverId)
  const [chosen, setChosen] = useState('')
  // How it was built is told in full where the cloud is Nimbo; elsewhere by the steps of its creation.
  const listed = nimbo ? actions.filter(({ action }) => action !== 'create') : actions
  return (
    <Stack hasGutter>
      <StackItem>
        <FormSelect
          aria-label={t('flow.which')}
          value={chosen}
          onChange={(_, requestId) => setChosen(requestId)}
        >
          <FormSelectOption value="" label={t('flow.title')} />
          {listed.map(({ request_id, action, start_time }) => (
            <FormSelectOption
              key={request_id}
              value={request_id}
              label={`${action}, ${readableDate(start_time, i18n.language)}`}
            />
          ))}
        </FormSelect>
      </StackItem>
      <StackItem>
        {chosen === '' ? (
          <BuildFlow server={item} />
        ) : (
          <ActionFlow key={chosen} serverId={serverId} requestId={chosen} />
        )}
      </StackItem>
    </Stack>
  )
}
