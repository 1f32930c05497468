import { showTemplate } from '@nimbo/contracts/orchestration/stacks'
import type { TabProps } from '../panel/panel.ts'
import { useStackPath } from './stack-path.ts'
import { ReplyAsYaml } from './reply-as-yaml.tsx'

/** The template of a stack. */
export const TemplateTab = ({ item }: TabProps) => (
  <ReplyAsYaml operation={showTemplate} path={useStackPath(item)} />
)
