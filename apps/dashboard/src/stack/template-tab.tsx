import { showTemplate } from '@nimbo/contracts/orchestration/stacks'
import type { TabProps } from '../panel/panel.ts'
import { useStackPath } from './stack-path.ts'
import { ReplyAsYaml } from './reply-as-yaml.tsx'

/** The template that a stack was made of. */
export const TemplateTab = ({ item }: TabProps) => (
  <ReplyAsYaml operation={showTemplate} path={useStackPath(item)} />
)
