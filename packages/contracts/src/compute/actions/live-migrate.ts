import { exact, nullable } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { before, changed, since } from '@nimbo/operation/windows'
import { Type } from 'typebox'
import { BooleanLike, HostName } from '../words.ts'
import { askedByAction } from './asked-by-action.ts'
import { moveAction } from './move-action.ts'
import { idle } from './start-states.ts'

export const liveMigrate = moveAction({
  name: 'os-migrateLive',
  recordedAs: 'live-migration',
  operation: operation({
    ...askedByAction('os-migrateLive'),
    id: 'servers.live-migrate',
    summary: 'Move a server to another host while its guest runs on',
    rule: 'os_compute_api:os-migrate-server:migrate_live',
    mayAsk: ['os_compute_api:os-migrate-server:migrate_live:host'],
    body: Type.Object(
      {
        'os-migrateLive': Type.Object(
          {
            block_migration: changed(Type.Union([BooleanLike, Type.Literal('auto')]), ['2.25', BooleanLike]),
            disk_over_commit: before('2.25', BooleanLike),
            host: nullable(HostName),
            force: Type.Optional(since('2.30', before('2.68', BooleanLike))),
          },
          exact,
        ),
      },
      exact,
    ),
    errors: ['ServerNotFound', 'WrongState', 'ServerLocked', 'BadRequest'],
  }),
  from: { ...idle, vmStates: ['active', 'paused'] },
  taskState: 'migrating',
})
