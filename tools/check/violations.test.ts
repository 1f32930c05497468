import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseFile } from './parsed-file.ts'
import { violationsOf } from './violations.ts'

const packages = new Map(
  [
    'apps/cloud',
    'apps/cli',
    'services/compute',
    'services/network',
    'drivers/hypervisor-libvirt',
    'drivers/network-fake',
    'packages/kernel',
    'packages/contracts',
    'packages/clients',
    'packages/libvirt',
    'packages/db',
    'packages/http',
    'packages/rpc',
    'packages/testing',
    'tests/testkit',
  ].map((folder): [string, string] => [`@nimbo/${folder.split('/')[1]}`, folder]),
)

/** The reasons why `statement` is a violation in a file at `path`. */
const judge = (path: string, statement: string): readonly string[] =>
  violationsOf(parseFile({ path, text: `${statement}\n` }), packages).map(({ reason }) => reason)

const allows = (path: string, specifier: string) =>
  it(`allow ${path} to import ${specifier}`, () =>
    assert.deepEqual(judge(path, `import { x } from '${specifier}'`), []))

const refuses = (path: string, specifier: string, reason: RegExp, clause = '{ x }') =>
  it(`forbid ${path} to import ${clause} from ${specifier}`, () => {
    const [only, ...more] = judge(path, `import ${clause} from '${specifier}'`)
    assert.match(only ?? 'nothing', reason)
    assert.deepEqual(more, [])
  })

const compute = 'services/compute/src'

describe('import rules between units', () => {
  allows(`${compute}/app/boot-server.ts`, '@nimbo/clients/image')
  allows(`${compute}/app/boot-server.ts`, '@nimbo/contracts/compute/servers')
  refuses(`${compute}/app/boot-server.ts`, '@nimbo/network/app/create-port', /never imports another/)
  refuses(`${compute}/app/boot-server.ts`, '../../../network/src/domain/ipam.ts', /never imports another/)
  refuses(`${compute}/service.ts`, '@nimbo/hypervisor-libvirt/driver', /chooses and constructs the driver/)
  refuses(`${compute}/service.ts`, '@nimbo/cloud/up', /only apps\/cloud knows the shape/)
  refuses(`${compute}/service.ts`, '@nimbo/testkit/cloud', /test code is for tests/)
  refuses(`${compute}/service.ts`, '@nimbo/testing/eventually', /test code is for tests/)
  refuses('packages/kernel/src/ids.ts', '@nimbo/http/route', /depends on the runtime only/)
  refuses('packages/kernel/src/ids.ts', 'typebox', /depends on the runtime only/)
  allows('packages/kernel/src/ids.ts', 'node:crypto')
  refuses('packages/http/src/route.ts', '@nimbo/compute/errors', /knows nothing of the services/)
  refuses('packages/testing/src/servers.ts', '@nimbo/cloud/up', /knows nothing of the services/)
  refuses('packages/contracts/src/volume.ts', '@nimbo/http/route', /data and types/)
  allows('packages/contracts/src/volume.ts', '@nimbo/rpc/define-rpc')
  refuses('packages/libvirt/src/xdr.ts', '@nimbo/rpc/client', /library of its own/)
  refuses('packages/libvirt/src/xdr.ts', '@nimbo/absent/client', /no package of this repository/)
})

describe('import rules for drivers', () => {
  const driver = 'drivers/hypervisor-libvirt/src/spawn.ts'
  allows(driver, '@nimbo/compute/driver/hypervisor')
  allows(driver, '@nimbo/libvirt/connection')
  refuses(driver, '@nimbo/compute/domain/servers/states', /only the interface it implements/)
  refuses(driver, '@nimbo/network/driver/dataplane', /only the interface it implements/)
  refuses(driver, '@nimbo/network-fake/driver', /another driver/)
  refuses(driver, '@nimbo/db/database', /no database/)
})

describe('import rules for apps', () => {
  allows('apps/cloud/src/up.ts', '@nimbo/compute/service')
  allows('apps/cloud/src/up.ts', '@nimbo/hypervisor-libvirt/driver')
  refuses('apps/cloud/src/up.ts', '@nimbo/testkit/cloud', /test code/)
  allows('apps/cli/src/server.ts', '@nimbo/clients/compute')
  refuses('apps/cli/src/server.ts', '@nimbo/http/route', /public HTTP only/)
  refuses('apps/cli/src/server.ts', '@nimbo/cloud/up', /public HTTP only/)
})

describe('import rules for libraries', () => {
  refuses(`${compute}/api/servers.ts`, 'find-my-way', /routing belongs/)
  refuses(`${compute}/service.ts`, 'node:https', /made in packages\/http/, '{ createServer }')
  refuses(`${compute}/service.ts`, 'node:https', /made in packages\/http/, '* as https')
  it('allow other packages to send requests, and to import types of HTTP servers', () => {
    const path = 'packages/clients/src/send.ts'
    assert.deepEqual(judge(path, "import { request } from '@nimbo/kernel/node-http'"), [])
    assert.deepEqual(judge(path, "import type { Server } from 'node:http'"), [])
  })
  refuses('packages/http/src/listen.ts', 'node:http', /loads all of fetch/)
  refuses(`${compute}/service.ts`, '@nimbo/kernel/node-http', /made in packages\/http/, '{ createServer }')
  allows('packages/http/src/listen.ts', '@nimbo/kernel/node-http')
  refuses(`${compute}/db/servers.ts`, 'node:sqlite', /dialect/)
  refuses(`${compute}/db/servers.ts`, 'kysely', /dialect/, '{ PostgresDialect }')
  allows(`${compute}/db/servers.ts`, 'kysely')
  allows('packages/db/src/dialect.ts', 'pg')
  refuses(`${compute}/service.ts`, 'rabbitmq-client', /AMQP/)
})

describe('import rules between the rooms of a service', () => {
  allows(`${compute}/roles/nova-api.ts`, '../api/servers.ts')
  allows(`${compute}/api/servers.ts`, '../app/boot-server.ts')
  allows(`${compute}/app/boot-server.ts`, '../flows/build-server.ts')
  allows(`${compute}/agent/spawn.ts`, '../driver/hypervisor.ts')
  refuses(`${compute}/app/boot-server.ts`, '../api/views.ts', /nothing but roles/)
  refuses(`${compute}/api/servers.ts`, '../db/servers.ts', /one use case/)
  it('allow a view to import the type of a row', () =>
    assert.deepEqual(judge(`${compute}/api/view.ts`, "import type { Row } from '../db/tables.ts'"), []))
  refuses(`${compute}/domain/states.ts`, '../db/servers.ts', /pure/)
  refuses(`${compute}/db/servers.ts`, '../app/boot-server.ts', /lowest room/)
  refuses(`${compute}/agent/spawn.ts`, '../db/servers.ts', /no database/)
  refuses(`${compute}/agent/spawn.ts`, '@nimbo/db/database', /no database/)
  refuses(`${compute}/driver/hypervisor.ts`, '../agent/spawn.ts', /all that a driver sees/)
})

describe('import rules for tests', () => {
  allows(`${compute}/app/boot-server.test.ts`, '@nimbo/testkit/cloud')
  allows('apps/cli/test/double-cloud.ts', '@nimbo/cloud/up')
  allows('tests/journeys/boot.test.ts', '@nimbo/network/app/create-port')
})

describe('a folder', () => {
  const judged = (path: string) =>
    violationsOf(parseFile({ path, text: '' }), packages).map(({ what }) => what)
  it('is reported if it is not listed as a room', () => {
    for (const path of [
      `${compute}/app/boot/order.ts`,
      `${compute}/config.ts`,
      'services/compute/test/boot.test.ts',
      'packages/http/src/filters/cors.ts',
      'packages/kernel/src/ids.ts',
      'tests/journeys/boot.test.ts',
    ])
      assert.deepEqual(judged(path), [])
    assert.deepEqual(judged(`${compute}/utils/order.ts`), ['is in the folder utils/, which is not listed'])
    assert.deepEqual(judged('packages/kernel/src/app/ids.ts'), ['is in the folder app/, which is not listed'])
    assert.deepEqual(judged('services/compute/scripts/a.ts'), [
      'is in the folder scripts/, which is not listed',
    ])
  })
})
