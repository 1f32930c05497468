import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GuestTopology } from '@nimbo/contracts/compute-rpc/numa'
import { type Fit, fits } from './fit.ts'
import { fitTopology } from './fit-topology.ts'
import { sampleCell, sampleTopology } from './host-topology.testing.ts'
import { withGuest, withoutGuests } from './topology-usage.ts'

const pinned = (cpus: number, parts: Partial<GuestTopology> = {}): GuestTopology => ({
  cells: [{ cpuset: [], pcpuset: Array.from({ length: cpus }, (_, cpu) => cpu), memoryMb: 512 }],
  cpuPolicy: 'dedicated',
  ...parts,
})

const shared = (...memoryMb: readonly number[]): GuestTopology => ({
  cells: memoryMb.map((one, index) => ({ cpuset: [index], pcpuset: [], memoryMb: one })),
})

const fittedIn = (fit: Fit<GuestTopology>): GuestTopology => {
  assert.ok(fits(fit), JSON.stringify(fit))
  return fit.fitted
}

const pinsOf = (fit: Fit<GuestTopology>) => fittedIn(fit).cells.map(({ cpuPinning }) => cpuPinning)
const cellsOf = (fit: Fit<GuestTopology>) => fittedIn(fit).cells.map(({ hostCell }) => hostCell)

/** Two cores of two threads in one cell: 0 with 2, 1 with 3. */
const threaded = (pinnedCpus: readonly number[] = []) =>
  sampleTopology(
    sampleCell(0, {
      cpuset: [],
      pcpuset: [0, 1, 2, 3],
      siblings: [
        [0, 2],
        [1, 3],
      ],
      pinnedCpus,
    }),
  )

test('guests take dedicated CPUs until none is left, and free them again', () => {
  const host = sampleTopology(sampleCell(0), sampleCell(1))
  const first = fittedIn(fitTopology(host, pinned(2)))
  assert.deepEqual(first.cells[0]?.cpuPinning, [
    [0, 2],
    [1, 3],
  ])
  const used = withGuest(host, first)
  const second = fittedIn(fitTopology(used, pinned(2)))
  assert.deepEqual(second.cells[0]?.hostCell, 1)
  const full = withGuest(used, second)
  assert.deepEqual(fitTopology(full, pinned(2)), {
    refused:
      'NUMA cell 0 has 0 of 2 dedicated CPUs free, and 2 are needed; NUMA cell 1 has 0 of 2 dedicated CPUs free, and 2 are needed',
  })
  assert.deepEqual(withoutGuests(full), host)
})

test('each NUMA cell of a guest gets a different cell of the host', () => {
  const host = sampleTopology(sampleCell(0, { memoryUsageMb: 1024 }), sampleCell(1))
  assert.deepEqual(cellsOf(fitTopology(host, shared(256, 1024))), [0, 1])
  assert.deepEqual(fitTopology(host, shared(1, 1, 1)), { refused: 'has 2 NUMA cells, and 3 are needed' })
})

test('the least used cell comes first, or with packing the most used that fits', () => {
  const host = sampleTopology(sampleCell(0, { cpuUsage: 1, memoryUsageMb: 100 }), sampleCell(1))
  assert.deepEqual(cellsOf(fitTopology(host, shared(256))), [1])
  assert.deepEqual(cellsOf(fitTopology(host, shared(256), { pack: true })), [0])
})

test('cells are overcommitted up to the allocation ratios, but a guest larger than a cell is refused', () => {
  const at = (cpuUsage: number, memoryUsageMb: number) =>
    fitTopology(sampleTopology(sampleCell(0, { cpuUsage, memoryUsageMb })), shared(512))
  assert.deepEqual(cellsOf(at(7, 1024)), [0])
  assert.deepEqual(at(8, 0), { refused: 'NUMA cell 0 uses 8 of 8 shared CPUs, and 1 more are needed' })
  assert.deepEqual(at(0, 1025), {
    refused: 'NUMA cell 0 uses 1025 of 1536 MiB, and 512 MiB more are needed',
  })
  assert.deepEqual(fitTopology(sampleTopology(sampleCell(0)), shared(1100)), {
    refused: 'NUMA cell 0 has 1024 MiB in all, and 1100 MiB are needed',
  })
})

test('guests get thread siblings if possible; the policy require insists on them, and isolate rules them out', () => {
  assert.deepEqual(pinsOf(fitTopology(threaded(), pinned(2))), [
    [
      [0, 0],
      [1, 2],
    ],
  ])
  assert.deepEqual(pinsOf(fitTopology(threaded([0]), pinned(3))), [
    [
      [0, 2],
      [1, 1],
      [2, 3],
    ],
  ])
  assert.deepEqual(fitTopology(threaded([0]), pinned(3, { cpuThreadPolicy: 'require' })), {
    refused: 'NUMA cell 0 has 1+2 free threads by core, too few for 3 with require',
  })
  assert.deepEqual(fitTopology(threaded(), pinned(1, { cpuThreadPolicy: 'isolate' })), {
    refused: 'NUMA cell 0 has hyperthreads, which the thread policy isolate rules out',
  })
  assert.deepEqual(fitTopology(sampleTopology(sampleCell(0)), pinned(1, { cpuThreadPolicy: 'require' })), {
    refused: 'NUMA cell 0 has no hyperthreads, which the thread policy requires',
  })
})

test('with vcpu_pin_set, isolate takes whole cores', () => {
  const cell = sampleCell(0, {
    cpuset: [0, 1, 2, 3],
    pcpuset: [0, 1, 2, 3],
    siblings: [
      [0, 2],
      [1, 3],
    ],
  })
  const fit = fittedIn(fitTopology(sampleTopology(cell), pinned(1, { cpuThreadPolicy: 'isolate' })))
  assert.deepEqual(fit.cells[0]?.cpuPinning, [[0, 0]])
  assert.deepEqual(withGuest(sampleTopology(cell), fit).cells[0]?.pinnedCpus, [0, 2])
})

test('isolated emulator threads take one more CPU beside the first cell', () => {
  const fit = fittedIn(fitTopology(threaded(), pinned(2, { emulatorThreadsPolicy: 'isolate' })))
  assert.deepEqual(fit.cells[0]?.cpusetReserved, [1])
  assert.deepEqual(fitTopology(threaded(), pinned(4, { emulatorThreadsPolicy: 'isolate' })), {
    refused: 'NUMA cell 0 has 4 of 4 dedicated CPUs free, and 5 are needed',
  })
})

test('the page size is chosen by which pages are free', () => {
  const mempages = [
    { sizeKb: 4, total: 262_144, used: 0, reserved: 0 },
    { sizeKb: 2048, total: 300, used: 0, reserved: 20 },
  ]
  const host = sampleTopology(sampleCell(0, { mempages }))
  const guest = (pageSize: 'small' | 'large' | 'any' | number, memoryMb = 512): GuestTopology => ({
    cells: [{ cpuset: [0], pcpuset: [], memoryMb, pageSize }],
  })
  const sizeOf = (fit: Fit<GuestTopology>) => fittedIn(fit).cells[0]?.pageSize
  assert.equal(sizeOf(fitTopology(host, guest('small'))), 4)
  assert.equal(sizeOf(fitTopology(host, guest('large'))), 2048)
  assert.equal(sizeOf(fitTopology(host, guest('any'))), 2048)
  assert.equal(sizeOf(fitTopology(host, guest('any', 600))), 4)
  const used = withGuest(host, fittedIn(fitTopology(host, guest(2048))))
  assert.equal(used.cells[0]?.mempages[1]?.used, 256)
  assert.deepEqual(fitTopology(used, guest('large')), {
    refused: 'NUMA cell 0 has 48 MiB in pages of 2048 KiB free, and 512 MiB are needed',
  })
  assert.deepEqual(fitTopology(host, guest(1_048_576)), {
    refused: 'NUMA cell 0 has no pages of size 1048576',
  })
})

test('guests that want devices get the cells with free ones, and a choice of cells can be refused', () => {
  const host = sampleTopology(sampleCell(0), sampleCell(1))
  const freeDevices = (cell: number) => (cell === 1 ? 2 : 0)
  assert.deepEqual(cellsOf(fitTopology(host, shared(256), { freeDevices })), [0])
  assert.deepEqual(cellsOf(fitTopology(host, shared(256), { freeDevices, wantsDevices: true })), [1])
  const refusesCells = ([cell]: readonly number[]) => (cell === 1 ? undefined : 'has no device there')
  assert.deepEqual(cellsOf(fitTopology(host, shared(256), { refusesCells })), [1])
})

test('a guest whose last cell fits nowhere, or nowhere near its devices, is refused without trying every order', () => {
  const host = sampleTopology(...Array.from({ length: 12 }, (_, id) => sampleCell(id)))
  const { cells } = shared(256, 256, 256, 256, 256, 2048)
  let looks = 0
  const watched = {
    get cells() {
      looks += 1
      return cells
    },
  }
  const fit = fitTopology(host, watched)
  assert.match(fits(fit) ? '' : fit.refused, /has 1024 MiB in all, and 2048 MiB are needed/)
  assert.ok(looks < 1_000, `looked ${looks} times at the cells`)

  let choices = 0
  const refusesCells = () => {
    choices += 1
    return 'has no device there'
  }
  fitTopology(host, shared(256, 256, 256, 256), { refusesCells })
  assert.equal(choices, 495, 'each set of four of the twelve cells once')
})
