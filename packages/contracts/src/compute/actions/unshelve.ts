import { exact, nullable } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { changed, since } from '@nimbo/operation/windows'
import { Type } from 'typebox'
import { HostName } from '../words.ts'
import { askedByAction, onlyNamed } from './asked-by-action.ts'
import { moveAction } from './move-action.ts'
import { idle } from './start-states.ts'

const Zone = Type.String({ minLength: 1, maxLength: 255 })

const Request = Type.Object(
  {
    unshelve: nullable(
      Type.Object(
        {
          availability_zone: Type.Optional(Type.Union([Zone, since('2.91', Type.Null())])),
          host: Type.Optional(since('2.91', HostName)),
        },
        { ...exact, minProperties: 1 },
      ),
    ),
  },
  exact,
)

export const unshelve = moveAction({
  name: 'unshelve',
  operation: operation({
    ...askedByAction('unshelve'),
    id: 'servers.unshelve',
    summary: 'Bring back a shelved server, to a zone or a host if one is named',
    rule: 'os_compute_api:os-shelve:unshelve',
    mayAsk: ['os_compute_api:os-shelve:unshelve_to_host'],
    body: changed(Request, ['2.77', onlyNamed('unshelve')]),
    errors: ['ServerNotFound', 'WrongState', 'ServerLocked', 'BadRequest', 'QuotaExceeded'],
  }),
  from: { ...idle, vmStates: ['shelved', 'shelved_offloaded'] },
  taskState: 'unshelving',
})
