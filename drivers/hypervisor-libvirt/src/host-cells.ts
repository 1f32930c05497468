import { cpuLists } from '@nimbo/compute/driver/cpu-lists'
import type { NumaCell } from '@nimbo/compute/driver/node-inventory'
import { readXml } from './read-domain-xml.ts'

/** The host's NUMA cells in libvirt's capabilities XML, with the pages that the host has set aside. */
export const readHostCells = (xml: string): readonly NumaCell[] => {
  const cells = readXml(xml).child('capabilities').child('host').child('topology').child('cells')
  return cells.children('cell').map((cell): NumaCell => {
    const cpus = cell.child('cpus').children('cpu')
    const socket = cpus[0]?.attribute('socket_id')
    const cores = new Set(cpus.flatMap((cpu) => cpu.attribute('siblings') ?? []))
    return {
      id: Number(cell.attribute('id')),
      ...(socket === undefined ? {} : { socket: Number(socket) }),
      cpus: cpus.map((cpu) => Number(cpu.attribute('id'))),
      siblings: [...cores].map(cpuLists.read),
      memoryMb: Math.floor(Number(cell.child('memory').text ?? 0) / 1024),
      mempages: cell
        .children('pages')
        .map((pages) => ({ sizeKb: Number(pages.attribute('size')), total: Number(pages.text ?? 0) })),
    }
  })
}
