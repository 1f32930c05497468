import { Stack, StackItem, Title } from '@patternfly/react-core'
import { CodeView } from '../detail/code-view.tsx'
import type { TabProps } from '../panel/panel.ts'
import { hotSource } from './hot-source.ts'
import { sourceSpecs } from './source-specs.ts'
import { terraformSource } from './terraform-source.ts'

/** The item as a Heat template and as Terraform configuration, for copying. */
export const SourceTab = ({ panel, item }: TabProps) => {
  const spec = sourceSpecs[panel.id]
  if (spec === undefined) return null
  const sources = [
    { name: 'HOT', text: hotSource(spec, item) },
    { name: 'Terraform', text: terraformSource(spec, item) },
  ]
  return (
    <Stack hasGutter>
      {sources.map(
        ({ name, text }) =>
          text !== undefined && (
            <StackItem key={name}>
              <Title headingLevel="h2">{name}</Title>
              <CodeView text={text} />
            </StackItem>
          ),
      )}
    </Stack>
  )
}
