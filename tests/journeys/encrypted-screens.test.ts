import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { made } from '@nimbo/cloud/tls/certificate-files'
import { fakeDrivers } from '@nimbo/cloud/up/fake-drivers'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { eventually } from '@nimbo/testing/eventually'
import { freePort } from '@nimbo/testing/free-port'
import { missingProgram } from '@nimbo/testing/missing-program'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { byteSocket } from '@nimbo/testkit/byte-socket'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

const qemu = 'qemu-system-x86_64'

/** The files by which QEMU proves who it is and checks who connects, and those of a client. */
const certificatesIn = async (directory: string) => {
  const days = 30
  const now = systemClock.now()
  const authority = await made({ name: 'Hosts', days }, now)
  const server = await made({ name: 'host', days, names: ['host.example'], authority }, now)
  const client = await made(
    { name: 'proxy', days, names: ['proxy.example'], forClients: true, authority },
    now,
  )
  const files = {
    ...{ 'ca-cert.pem': authority.cert, 'server-cert.pem': server.cert, 'server-key.pem': server.key },
    ...{ 'client-cert.pem': client.cert, 'client-key.pem': client.key },
  }
  for (const [name, text] of Object.entries(files))
    await writeFile(join(directory, name), text, { mode: 0o600 })
  return {
    OS_VNC__VENCRYPT_CA_CERTS: join(directory, 'ca-cert.pem'),
    OS_VNC__VENCRYPT_CLIENT_CERT: join(directory, 'client-cert.pem'),
    OS_VNC__VENCRYPT_CLIENT_KEY: join(directory, 'client-key.pem'),
  }
}

/** A VNC server of QEMU that accepts TLS only, with a certificate of the authority on both sides. */
const screenByTls = async (certificates: string) => {
  const port = await freePort()
  const credentials = `tls-creds-x509,id=tls,endpoint=server,verify-peer=on,dir=${certificates}`
  const program = spawn(
    qemu,
    [
      ...['-machine', 'none', '-display', 'none', '-nodefaults', '-object', credentials],
      ...['-vnc', `127.0.0.1:${port - 5_900},tls-creds=tls`],
    ],
    { stdio: 'ignore' },
  )
  await eventually(async () => {
    const probe = createConnection({ host: '127.0.0.1', port })
    await once(probe, 'connect')
    probe.destroy()
  })
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      program.kill()
      if (program.exitCode === null && program.signalCode === null) await once(program, 'exit')
    },
  }
}

/** A cloud with a server whose screen is at the given port, by these options; the address of its WebSocket. */
const openScreen = async (port: number | undefined, environment: Readonly<Record<string, string>>) => {
  const cloud = await startTestCloud({
    environment,
    drivers: async (state) => {
      const drivers = await fakeDrivers({ state, clock: systemClock, log: silentLog }, 1)
      if (port === undefined) return drivers
      const hypervisors = drivers.hypervisors.map(({ host, driver }) => ({
        host,
        driver: {
          ...driver,
          consoles: { ...driver.consoles, vncConsole: async () => ({ host: '127.0.0.1', port }) },
        },
      }))
      return { ...drivers, hypervisors }
    },
  })
  const { admin } = cloud
  const order = { flavorRef: await makeFlavor(admin), imageRef: await makeImage(admin), networks: 'none' }
  const id = await bootServer(admin, order)
  await serverInStatus(admin, id, 'ACTIVE')
  const body = { remote_console: { protocol: 'vnc', type: 'novnc' } }
  const { remote_console } = (
    await admin.compute.post(`/servers/${id}/remote-consoles`, body, { version: '2.6' })
  ).body
  const page = new URL(remote_console.url)
  const address = new URL(page.searchParams.get('path') ?? '', page)
  address.protocol = 'ws:'
  return { ...(await byteSocket(address)), [Symbol.asyncDispose]: () => cloud[Symbol.asyncDispose]() }
}

test('nova-novncproxy connects to screens by TLS, and clients need not know', {
  skip: missingProgram(qemu),
}, async () => {
  await using certificates = await temporaryDirectory()
  const options = await certificatesIn(certificates.path)
  await using qemuScreen = await screenByTls(certificates.path)
  await using screen = await openScreen(qemuScreen.port, {
    ...options,
    OS_VNC__AUTH_SCHEMES: 'vencrypt,none',
  })
  assert.equal((await screen.take(12)).toString(), 'RFB 003.008\n')
  screen.socket.send('RFB 003.008\n')
  assert.deepEqual([...(await screen.take(2))], [1, 1])
  screen.send(1)
  assert.deepEqual([...(await screen.take(4))], [0, 0, 0, 0])
  screen.send(1)
  const init = await screen.take(24)
  assert.match((await screen.take(init.readUInt32BE(20))).toString(), /QEMU/)
})

test('a host whose certificate is from another authority is not trusted', {
  skip: missingProgram(qemu),
}, async () => {
  await using certificates = await temporaryDirectory()
  await using others = await temporaryDirectory()
  await certificatesIn(others.path)
  const options = await certificatesIn(certificates.path)
  await using qemuScreen = await screenByTls(others.path)
  await using screen = await openScreen(qemuScreen.port, {
    ...options,
    OS_VNC__AUTH_SCHEMES: 'vencrypt,none',
  })
  const closed = once(screen.socket, 'close', { signal: AbortSignal.timeout(20_000) })
  screen.socket.send('RFB 003.008\n')
  screen.send(1)
  const [{ code }] = await closed
  assert.equal(code, 1011)
})

test('a screen that offers none of the configured schemes is refused, and its client is told why', async () => {
  await using certificates = await temporaryDirectory()
  const options = await certificatesIn(certificates.path)
  await using screen = await openScreen(undefined, { ...options, OS_VNC__AUTH_SCHEMES: 'vencrypt' })
  await screen.take(12)
  screen.socket.send('RFB 003.008\n')
  const head = await screen.take(5)
  assert.equal(head[0], 0)
  const reason = (await screen.take(head.readUInt32BE(1))).toString()
  assert.equal(reason, 'The VNC server offers the security types 1, none of which is allowed')
})

test('a screen without TLS is shown where that is allowed', async () => {
  await using certificates = await temporaryDirectory()
  const options = await certificatesIn(certificates.path)
  await using screen = await openScreen(undefined, { ...options, OS_VNC__AUTH_SCHEMES: 'vencrypt,none' })
  await screen.take(12)
  screen.socket.send('RFB 003.008\n')
  assert.deepEqual([...(await screen.take(2))], [1, 1])
  screen.send(1)
  assert.deepEqual([...(await screen.take(4))], [0, 0, 0, 0])
})

test('vencrypt needs the authority of the hosts, and unknown schemes are refused at the start', async () => {
  const started = (environment: Readonly<Record<string, string>>) => openScreen(undefined, environment)
  await assert.rejects(started({ OS_VNC__AUTH_SCHEMES: 'vencrypt' }), /\[vnc\] vencrypt_ca_certs must be set/)
  await assert.rejects(
    started({ OS_VNC__AUTH_SCHEMES: 'plain' }),
    /auth_schemes: plain is neither none nor vencrypt/,
  )
})
