import { exact, nullable } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { changed } from '@nimbo/operation/windows'
import { Type } from 'typebox'
import { HostName } from '../words.ts'
import { askedByAction, onlyNamed } from './asked-by-action.ts'
import { moveAction } from './move-action.ts'
import { idle } from './start-states.ts'

const Request = Type.Object(
  {
    migrate: nullable(Type.Object({ host: Type.Optional(nullable(HostName)) }, exact)),
  },
  exact,
)

export const migrate = moveAction({
  name: 'migrate',
  operation: operation({
    ...askedByAction('migrate'),
    id: 'servers.migrate',
    summary: 'Move a server, switched off, to another host; it is to be confirmed',
    rule: 'os_compute_api:os-migrate-server:migrate',
    mayAsk: ['os_compute_api:os-migrate-server:migrate:host'],
    body: changed(Request, ['2.56', onlyNamed('migrate')]),
    errors: ['ServerNotFound', 'WrongState', 'ServerLocked', 'BadRequest'],
  }),
  from: { ...idle, vmStates: ['active', 'stopped'] },
  taskState: 'resize_prep',
})
