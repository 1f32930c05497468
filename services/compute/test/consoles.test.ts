import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admin, story } from './compute-story.ts'

test(
  'enabled consoles are opened by remote-consoles and by the older actions, and others are refused',
  story(
    async ({ send, addServer }) => {
      const { id } = await addServer({ vmState: 'active', host: 'host-1', node: 'host-1' })
      const open = (protocol: string, type: string, version = '2.6') =>
        send('POST', `/servers/${id}/remote-consoles`, {
          version,
          body: { remote_console: { protocol, type } },
        })
      const act = (action: string, type: string, version = '2.1') =>
        send('POST', `/servers/${id}/action`, { version, body: { [action]: { type } } })
      const serial = (await open('serial', 'serial')).body.remote_console
      assert.deepEqual([serial.protocol, serial.type], ['serial', 'serial'])
      assert.match(serial.url, /^ws:\/\/127\.0\.0\.1:6083\/\?token=[0-9a-f-]{36}$/)
      const vnc = (await act('os-getVNCConsole', 'novnc')).body.console
      assert.match(vnc.url, /^http:\/\/127\.0\.0\.1:6080\/vnc_auto\.html\?path=%3Ftoken%3D/)
      assert.equal((await act('os-getSerialConsole', 'serial')).status, 200)

      const unavailable = await open('spice', 'spice-html5')
      assert.deepEqual(
        [unavailable.status, unavailable.body.badRequest.message],
        [400, 'Unavailable console type spice-html5.'],
      )
      for (const [protocol, type, version] of [
        ['rdp', 'rdp-html5', '2.6'],
        ['mks', 'webmks', '2.8'],
        ['mks', 'webmks', '2.7'],
        ['spice', 'spice-direct', '2.99'],
        ['spice', 'spice-direct', '2.98'],
        ['vnc', 'serial', '2.6'],
        ['telnet', 'novnc', '2.6'],
      ] as const)
        assert.equal((await open(protocol, type, version)).status, 400, `${protocol} ${type} ${version}`)
      assert.equal((await act('os-getSPICEConsole', 'spice-html5')).status, 400)
      assert.equal((await act('os-getRDPConsole', 'rdp-html5')).status, 400)
      assert.equal((await act('os-getSerialConsole', 'serial', '2.6')).status, 404)
      assert.equal((await open('vnc', 'novnc', '2.5')).status, 404)
    },
    { options: { OS_SERIAL_CONSOLE__ENABLED: 'true' } },
  ),
)

test(
  'a SPICE console opens in a browser, or from 2.99 on through a proxy for the native protocol',
  story(
    async ({ send, addServer }) => {
      const { id } = await addServer({ vmState: 'active', host: 'host-1', node: 'host-1' })
      const open = async (type: string, version: string) => {
        const body = { remote_console: { protocol: 'spice', type } }
        return send('POST', `/servers/${id}/remote-consoles`, { version, body })
      }
      const told = async (url: string, version: string) => {
        const token = new URL(url).searchParams.get('token')
        return (await send('GET', `/os-console-auth-tokens/${token}`, { version, as: admin })).body.console
      }
      const page = (await open('spice-html5', '2.6')).body.remote_console
      assert.deepEqual([page.protocol, page.type], ['spice', 'spice-html5'])
      assert.match(page.url, /^http:\/\/127\.0\.0\.1:6082\/spice_auto\.html\?token=[0-9a-f-]{36}$/)
      const address = { instance_uuid: id, host: '10.0.0.1', port: 5901, internal_access_path: null }
      assert.deepEqual(await told(page.url, '2.99'), address)

      const older = await send('POST', `/servers/${id}/action`, {
        version: '2.5',
        body: { 'os-getSPICEConsole': { type: 'spice-html5' } },
      })
      assert.match(older.body.console.url, /^http:\/\/127\.0\.0\.1:6082\/spice_auto\.html\?token=/)

      const direct = (await open('spice-direct', '2.99')).body.remote_console
      assert.match(direct.url, /^http:\/\/127\.0\.0\.1:13002\/nova\?token=[0-9a-f-]{36}$/)
      assert.deepEqual(await told(direct.url, '2.99'), { ...address, tls_port: 5902 })
      assert.deepEqual(await told(direct.url, '2.98'), address)
      assert.equal((await open('spice-direct', '2.98')).status, 400)
    },
    { options: { OS_SPICE__ENABLED: 'true' } },
  ),
)

test(
  'with require_secure, spice-html5 is refused and spice-direct allowed',
  story(
    async ({ send, addServer }) => {
      const { id } = await addServer({ vmState: 'active', host: 'host-1', node: 'host-1' })
      const status = async (type: string) => {
        const body = { remote_console: { protocol: 'spice', type } }
        return (await send('POST', `/servers/${id}/remote-consoles`, { version: '2.99', body })).status
      }
      assert.deepEqual([await status('spice-html5'), await status('spice-direct')], [400, 200])
    },
    { options: { OS_SPICE__ENABLED: 'true', OS_SPICE__REQUIRE_SECURE: 'true' } },
  ),
)

test(
  'no console is opened of a server that is being deleted or live-migrated: its host is about to lose it',
  story(async ({ send, addServer }) => {
    for (const taskState of ['deleting', 'migrating'] as const) {
      const { id } = await addServer({ taskState, host: 'host-1', node: 'host-1' })
      const body = { remote_console: { protocol: 'vnc', type: 'novnc' } }
      const refused = await send('POST', `/servers/${id}/remote-consoles`, { version: '2.6', body })
      assert.deepEqual(
        [refused.status, refused.body.conflictingRequest?.message],
        [409, `Cannot 'get VNC console' instance ${id} while it is in task_state ${taskState}`],
      )
    }
  }),
)

test(
  'a console type that is not enabled is refused as unavailable',
  story(
    async ({ send, addServer }) => {
      const { id } = await addServer({ vmState: 'active', host: 'host-1', node: 'host-1' })
      const body = { remote_console: { protocol: 'vnc', type: 'novnc' } }
      const refused = await send('POST', `/servers/${id}/remote-consoles`, { version: '2.6', body })
      assert.equal(refused.body.badRequest.message, 'Unavailable console type novnc.')
    },
    { options: { OS_VNC__ENABLED: 'false' } },
  ),
)
