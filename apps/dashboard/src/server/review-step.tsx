import {
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
  Stack,
  StackItem,
} from '@patternfly/react-core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Reference } from '../cell/reference.tsx'
import { CommandHint } from '../form/command-hint.tsx'
import { QuotaPreview } from './quota-preview.tsx'
import { serverCommand } from './server-command.ts'
import type { DraftProps } from './server-draft.ts'

const panels = { image: 'images', volume: 'volumes', snapshot: 'snapshots' } as const

/** Wizard step: a summary of the choices, the resulting quota usage, and the CLI command. */
export const ReviewStep = ({ draft }: DraftProps) => {
  const { t } = useTranslation()
  const { source, sourceId, flavorId, networkIds } = draft
  const lines: readonly (readonly [string, ReactNode])[] = [
    ['name', draft.name],
    ['count', draft.count],
    [source, sourceId && <Reference id={sourceId} to={panels[source]} />],
    ['flavor', flavorId && <Reference id={flavorId} to="flavors" />],
    ['networks', networkIds.map((id) => <Reference key={id} id={id} to="networks" />)],
    ['security_groups', draft.groupNames.join(', ')],
    ['key_name', draft.keyName],
  ]
  return (
    <Stack hasGutter>
      <StackItem>
        <DescriptionList isHorizontal isCompact>
          {lines
            .filter(([, value]) => value !== undefined && value !== '')
            .map(([name, value]) => (
              <DescriptionListGroup key={name}>
                <DescriptionListTerm>{t(`field.${name}`)}</DescriptionListTerm>
                <DescriptionListDescription>{value}</DescriptionListDescription>
              </DescriptionListGroup>
            ))}
        </DescriptionList>
      </StackItem>
      <StackItem>
        <QuotaPreview draft={draft} />
      </StackItem>
      <StackItem>
        <CommandHint text={serverCommand(draft)} />
      </StackItem>
    </Stack>
  )
}
