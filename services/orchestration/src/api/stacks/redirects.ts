import { stackRedirects } from '@nimbo/contracts/orchestration/stack-redirects'
import { answer } from '@nimbo/http/answer'
import { handle } from '../handle.ts'
import { stackUrl } from '../links.ts'
import { lookUpStack } from '../project.ts'

/** Redirects (302) requests with a stack's name or id alone to the full URL of the stack. */
export const redirects = stackRedirects.map((operation) =>
  handle(operation, async (call) => {
    const stack = await lookUpStack(call)
    const rest = operation.path.split('{stack_name}')[1] ?? ''
    const query = call.request.query.size > 0 ? `?${call.request.query}` : ''
    return answer(undefined, {
      status: 302,
      headers: { location: `${stackUrl(call.base, stack)}${rest}${query}` },
    })
  }),
)
