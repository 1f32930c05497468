import { FormSelect, FormSelectOption, Stack, StackItem } from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textAt } from '../panel/item.ts'
import type { TabProps } from '../panel/panel.ts'
import { useSession } from '../session/session-context.ts'
import { ActionFlow } from './action-flow.tsx'
import { BuildFlow } from './build-flow.tsx'
import { useActionLabel } from './use-action-label.ts'
import { useActions } from './use-actions.ts'

/** The creation of a server, and each later server action, as sequence diagrams. */
export const FlowTab = ({ item }: TabProps) => {
  const { t } = useTranslation()
  const labelOf = useActionLabel()
  const { nimbo } = useSession()
  const serverId = textAt(item, 'id')
  const { data: actions = [] } = useActions(serverId)
  const [chosen, setChosen] = useState('')
  // Nimbo shows the creation in full; other clouds show the events of their `create` action.
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
          {listed.map((done) => (
            <FormSelectOption key={done.request_id} value={done.request_id} label={labelOf(done)} />
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
