import { exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { apiAction } from './api-action.ts'
import { askedByAction } from './asked-by-action.ts'

export const consoleOutput = apiAction({
  name: 'get console output',
  operation: operation({
    ...askedByAction('os-getConsoleOutput'),
    id: 'servers.console-output',
    summary: 'Show the last lines of the console log of a server',
    rule: 'os_compute_api:os-console-output',
    body: Type.Object(
      {
        'os-getConsoleOutput': Type.Object(
          {
            length: Type.Optional(
              Type.Union([
                Type.Integer({ minimum: -1 }),
                Type.String({ pattern: '^-?[0-9]+$' }),
                Type.Null(),
              ]),
            ),
          },
          exact,
        ),
      },
      exact,
    ),
    replies: { 200: view({ output: Type.String() }) },
  }),
  from: { onHost: true, lockIgnored: true },
})
