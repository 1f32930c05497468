import { landingSerial } from '../serial/serial-xml.ts'
import { escapeXml } from '../xml.ts'
import type { Landing } from './landing.ts'

const targetOf = (disk: string): string | undefined => /<target dev='([^']+)'/.exec(disk)?.[1]

/** XML written by libvirt always has its elements and quotes in this form. */
const source = /<source\b[^>]*?(?:\/>|>[\s\S]*?<\/source>)/

const label = "<seclabel type='static' model='dac' relabel='no'><label>+0:+0</label></seclabel>"

/** The element that says where the guest runs on the destination. */
const tuned = ({ tuning }: Landing, name: string): string | undefined =>
  tuning?.find((element) => element.startsWith(`<${name}`))

/**
 * The XML of a running guest for the destination host: with that host's files, addresses of consoles, CPUs and QEMU user. Everything else, such
 * as the addresses of devices, stays as in the running guest.
 */
export const landingXml = (xml: string, fromDirectory: string, landing: Landing): string =>
  xml
    .replace(/<disk [\s\S]*?<\/disk>/g, (disk) => {
      const found = landing.disks.find(({ target }) => target === targetOf(disk))
      return found === undefined ? disk : disk.replace(source, () => found.source)
    })
    .replaceAll(escapeXml(`${fromDirectory}/`), escapeXml(`${landing.directory}/`))
    .replace(/<graphics [\s\S]*?<\/graphics>/g, (graphics) => {
      const listen = graphics.includes(" type='spice'") ? landing.spiceListen : landing.vncListen
      return graphics.replace(
        / (listen|address)='[^']*'/g,
        (_, name) => ` ${name}='${listen ?? landing.vncListen}'`,
      )
    })
    .replace(/<(serial|console) type='tcp'[\s\S]*?<\/\1>/g, (serial) => landingSerial(serial, landing.served))
    .replace(/<vcpu\b[^>]*>[^<]*<\/vcpu>/, (vcpu) => landing.vcpu ?? vcpu)
    .replace(/<(cputune|numatune)>[\s\S]*?<\/\1>/g, (element, name) => tuned(landing, name) ?? element)
    .replace(/\s*<seclabel type='static' model='dac'[\s\S]*?<\/seclabel>/g, '')
    .replace('</domain>', `${landing.asRoot ? label : ''}</domain>`)
