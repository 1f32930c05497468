import { unsafe } from './errors.ts'

/** The content of a VMDK descriptor. */
export interface VmdkDescriptor {
  readonly createType: string
  /** Sectors of its only extent, the file itself. */
  readonly sectors: number
}

const field = /^([a-z0-9_.]+)\s*=\s*(.*)$/i
const extent = /^(?:rw|rdonly)\s+(\d{1,19})\s+sparse\s+"([^"/\\]+)"\s*$/i
const noParent = 'ffffffff'

const unquoted = (value: string): string => /^"(.*)"$/.exec(value.trim())?.[1] ?? value.trim()

/**
 * Parses a descriptor, of which every line must be understood: one sparse extent and no parent. Programs that read VMDK open
 * other files named there.
 */
export const readVmdkDescriptor = (text: string): VmdkDescriptor => {
  // Programs search for this word anywhere.
  if (/parentfilenamehint/i.test(text)) throw unsafe('it has a parent')
  const [content = ''] = text.split('\0')
  const fields = new Map<string, string>()
  const extents: string[] = []
  for (const line of content.split(/\r?\n/).map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue
    const [, name, value = ''] = field.exec(line) ?? []
    if (name === undefined) {
      extents.push(line)
      continue
    }
    if (fields.has(name.toLowerCase())) throw unsafe(`its descriptor says ${name} twice`)
    fields.set(name.toLowerCase(), unquoted(value))
  }
  if ((fields.get('parentcid') ?? noParent).toLowerCase() !== noParent) throw unsafe('it has a parent')
  const [only = '', ...others] = extents
  const [, sectors] = extent.exec(only) ?? []
  if (sectors === undefined || others.length > 0)
    throw unsafe('its descriptor names other extents than the file itself')
  return { createType: fields.get('createtype') ?? '', sectors: Number(sectors) }
}
