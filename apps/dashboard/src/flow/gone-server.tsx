import { FormSelect, FormSelectOption, Stack, StackItem, Title } from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionFlow } from './action-flow.tsx'
import { useActionLabel } from './use-action-label.ts'
import { useActions } from './use-actions.ts'

/** The actions of a deleted server, step by step; the last one is its deletion. Nova keeps them after the deletion. */
export const GoneServer = ({ itemKey }: { readonly itemKey: string }) => {
  const { t } = useTranslation()
  const labelOf = useActionLabel()
  const { data: actions = [] } = useActions(itemKey)
  const [chosen, setChosen] = useState<string>()
  const requestId = chosen ?? actions[0]?.request_id
  if (requestId === undefined) return null
  return (
    <Stack hasGutter>
      <StackItem>
        <Title headingLevel="h2" size="lg">
          {t('flow.gone')}
        </Title>
      </StackItem>
      <StackItem>
        <FormSelect aria-label={t('flow.which')} value={requestId} onChange={(_, one) => setChosen(one)}>
          {actions.map((done) => (
            <FormSelectOption key={done.request_id} value={done.request_id} label={labelOf(done)} />
          ))}
        </FormSelect>
      </StackItem>
      <StackItem>
        <ActionFlow key={requestId} serverId={itemKey} requestId={requestId} />
      </StackItem>
    </Stack>
  )
}
