import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { AuditReport } from '@nimbo/contracts/compute/audit'
import { eventually } from '@nimbo/testing/eventually'
import { nimbo } from '@nimbo/testkit/nimbo-process'
import { showServer } from '@nimbo/testkit/servers'
import { orphansInBooks } from './orphans/all-orphans.ts'
import { startUntidyCells, type UntidyCells } from './untidy-cells.ts'

describe('in a cloud with two cells on PostgreSQL and RabbitMQ', () => {
  let untidy: UntidyCells
  before(async () => {
    untidy = await startUntidyCells()
  })
  after(() => untidy?.[Symbol.asyncDispose]())

  /** Runs it as an operator does on a controller, with the service credentials of nova. */
  const audit = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await nimbo(
      ...['manage', 'audit', '--config-dir', `${untidy.cloud.directory}/etc`, ...words],
    )
    assert.equal(stderr, '')
    return { code, said: stdout }
  }
  const report = async (...words: readonly string[]): Promise<{ code: number; report: AuditReport }> => {
    const { code, said } = await audit('--json', ...words)
    return { code, report: JSON.parse(said) }
  }
  /** Waits until the audit is complete and finds nothing. */
  const inOrder = (): Promise<void> =>
    eventually(
      async () => {
        const { code, said } = await audit()
        assert.equal(code, 0, said)
      },
      { withinMs: 60_000 },
    )

  it('nimbo manage audit covers all cells, hosts and servers, and finds nothing in a consistent cloud', async () => {
    await Promise.all(untidy.books.map(({ boot }) => boot()))
    const { code, said } = await audit()
    assert.equal(code, 0, said)
    assert.match(said, /^Looked at 3 cells, 4 hosts, 2 servers, .*\nNothing is left over\.\n$/)
  })

  it('nimbo manage audit finds and repairs every kind of inconsistency in both cells in one run', async () => {
    const wanted: string[] = []
    const checks: (() => Promise<unknown>)[] = []
    for (const { kind, make } of orphansInBooks)
      for (const books of untidy.books) {
        checks.push(await make(books))
        wanted.push(kind)
      }
    const found = await report('--grace', '0')
    assert.equal(found.code, 1)
    assert.deepEqual(found.report.findings.map(({ kind }) => kind).toSorted(), wanted.toSorted())
    const repaired = await report('--repair', '--grace', '0')
    assert.deepEqual(
      repaired.report.findings.filter((finding) => finding.repaired !== true),
      [],
    )
    assert.deepEqual(repaired.report.findings.map(({ kind }) => kind).toSorted(), wanted.toSorted())
    assert.equal(repaired.code, 0)
    for (const wasPutRight of checks) await wasPutRight()
    await inOrder()
  })

  it('nimbo manage audit reports a cell that is down as not audited, and still repairs the other cell', async () => {
    const [first, second] = untidy.books
    const kinds = ['allocation-without-server', 'port-without-server', 'disk-of-gone-server']
    const chosen = orphansInBooks.filter(({ kind }) => kinds.includes(kind))
    // A stray allocation or port may belong to a server of cell2: only what is certainly of cell1 can be judged.
    const lost = await second.boot()
    for (const { make } of chosen) await make(second)
    const disk = chosen.find(({ kind }) => kind === 'disk-of-gone-server')
    assert.ok(disk)
    await untidy.secondCell('down')
    const wasPutRight = await disk.make(first)

    const { code, said } = await audit('--grace', '0')
    assert.equal(code, 1, said)
    assert.match(said, /Looked at 2 cells, 2 hosts/)
    assert.match(said, /Not audited +\| +Name +\| +Reason/)
    assert.match(said, /cell +\| cell2 +\|/)
    assert.match(
      said,
      /\n1 findings in what gave an answer\.\n1 parts of the cloud gave none: the audit is not complete\.\n$/,
    )

    const repaired = await report('--repair', '--grace', '0')
    assert.equal(repaired.code, 3)
    assert.deepEqual(
      repaired.report.findings.map(({ kind, repaired }) => [kind, repaired]),
      [['disk-of-gone-server', true]],
    )
    await wasPutRight()

    await untidy.secondCell('up')
    await eventually(
      async () => {
        const back = await report('--repair', '--grace', '0')
        assert.equal(back.code, 0, JSON.stringify(back.report))
      },
      { withinMs: 60_000 },
    )
    await inOrder()
    assert.equal((await showServer(untidy.admin, lost.id)).status, 'ACTIVE')
  })

  it('Nova lists the servers and services of a cell that is down as UNKNOWN, and the hypervisors of the other cell', async () => {
    const { admin, books } = untidy
    const [first, { hosts, boot }] = books
    const [here, lost] = [await first.boot(), await boot()]
    await untidy.secondCell('down')
    const get = async (path: string) => {
      const headers = { 'openstack-api-version': 'compute 2.69' }
      const { status, body } = await admin.compute.get(path, headers)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    const services: readonly { binary: string; host: string; status: string }[] = (await get('/os-services'))
      .services
    assert.deepEqual(
      services.filter(({ status }) => status === 'UNKNOWN'),
      hosts.map((host) => ({ binary: 'nova-compute', host, status: 'UNKNOWN' })),
    )
    const { servers } = await get('/servers/detail')
    const statuses = new Map(
      servers.map((server: { id: string; status: string }) => [server.id, server.status]),
    )
    assert.deepEqual([statuses.get(here.id), statuses.get(lost.id)], ['ACTIVE', 'UNKNOWN'])
    assert.equal((await get(`/servers/${lost.id}`)).server.status, 'UNKNOWN')
    const { hypervisors } = await get('/os-hypervisors')
    assert.equal(hypervisors.length, 2)
    await untidy.secondCell('up')
    await inOrder()
  })
})
