import { type Item, textAt } from '../panel/item.ts'
import { useSession } from '../session/session-context.ts'

/** The path parameters of requests about a stack. */
export const useStackPath = (stack: Item) => {
  const { project } = useSession()
  return {
    tenant_id: project?.id ?? '',
    stack_name: textAt(stack, 'stack_name'),
    stack_id: textAt(stack, 'id'),
  }
}
