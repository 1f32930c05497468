import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { it } from 'node:test'
import { promisify } from 'node:util'
import { guestFilesFolder } from './guest-tree.ts'

const mayUseRun = (): boolean => {
  try {
    accessSync('/run', constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** The part of nc that the script uses. */
const nc = `#!${process.execPath}
const socket = require('node:net').connect(Number(process.argv[5]), process.argv[4])
process.stdin.pipe(socket, { end: false })
socket.pipe(process.stdout)
`

// A guest sends its password to the metadata service by POST.
it('curl in the guest image sends the data of -d by POST', {
  skip: !mayUseRun() && 'needs /run',
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guest-curl-'))
  await writeFile(join(folder, 'nc'), nc, { mode: 0o755 })
  const server = createServer((socket) => {
    let asked = ''
    socket.on('data', (bytes) => {
      asked += bytes.toString()
      if (asked.endsWith('\r\n\r\nsecret')) socket.end(`HTTP/1.0 200 OK\r\n\r\n${asked.split('\r\n')[0]}`)
    })
  }).listen(0, '127.0.0.1')
  try {
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    assert.ok(address !== null && typeof address === 'object')
    const path = [folder, process.env['PATH']].join(delimiter)
    const url = `http://127.0.0.1:${address.port}/openstack/2013-10-17/password`
    for (const options of [
      ['-X', 'POST', '-d', 'secret'],
      ['-d', 'secret'],
    ]) {
      const script = [join(guestFilesFolder, 'curl'), ...options, url]
      const { stdout } = await promisify(execFile)('sh', script, { env: { PATH: path }, timeout: 10_000 })
      assert.equal(stdout, 'POST /openstack/2013-10-17/password HTTP/1.0')
    }
  } finally {
    server.close()
    await rm(folder, { recursive: true })
  }
})
