import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import type { ServerPaths } from '@nimbo/local-guests/server-paths'
import { wantedSerialPorts } from '@nimbo/local-guests/wanted-hardware'
import { readXml, type XmlNode } from '../read-domain-xml.ts'
import { type Element, element } from '../xml.ts'
import type { ServedSerialPorts } from './serial-options.ts'

/** The serial ports; the first is the console. They are pseudo terminals unless they are served. */
export const serialElements = (
  order: SpawnOrder,
  paths: ServerPaths,
  served: ServedSerialPorts | undefined,
): Element[] => {
  const log = element('log', { file: paths.consoleLog, append: 'off' })
  return Array.from({ length: wantedSerialPorts(order) }, (_, port) => {
    const service = served?.ports[port]
    return element(
      'serial',
      { type: service === undefined ? 'pty' : 'tcp' },
      ...(service === undefined
        ? []
        : [
            element('source', { mode: 'bind', host: served?.address, service }),
            element('protocol', { type: 'raw' }),
          ]),
      port === 0 ? log : undefined,
      element('target', { port }),
    )
  })
}

const portOf = (serial: XmlNode): number[] => {
  const source = serial.child('source')
  const port = source.attribute('mode') === 'bind' ? Number(source.attribute('service')) : Number.NaN
  return port > 0 ? [port] : []
}

/** The TCP ports of the serial ports in a domain's XML. */
export const servedPortsIn = (xml: string): readonly number[] =>
  readXml(xml).child('domain').child('devices').children('serial').flatMap(portOf)

/**
 * A `<serial>` or `<console>` of a running guest for another host, which serves it on a port of its own, or as a pseudo
 * terminal if it serves none.
 */
export const landingSerial = (xml: string, served: ServedSerialPorts | undefined): string => {
  const index = Number(/<target\b[^>]* port='(\d+)'/.exec(xml)?.[1] ?? 0)
  const service = served?.ports[index]
  if (served === undefined || service === undefined)
    return xml
      .replace(/^<(serial|console) type='tcp'/, "<$1 type='pty'")
      .replace(/\s*<(source|protocol)\b[^>]*\/>/g, '')
  return xml.replace(/<source\b[^>]*\/>/, (source) =>
    source
      .replace(/ host='[^']*'/, ` host='${served.address}'`)
      .replace(/ service='[^']*'/, ` service='${service}'`),
  )
}
