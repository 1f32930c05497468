/** A disk as QEMU's block layer opens it: a driver, its options, and the disks below. */
export interface DiskNode {
  readonly [option: string]: string | number | boolean | DiskNode
}

export const fileNode = (filename: string): DiskNode => ({ driver: 'file', filename })

const pairs = (node: DiskNode, prefix: string): readonly string[] =>
  Object.entries(node).flatMap(([name, value]) =>
    typeof value === 'object'
      ? pairs(value, `${prefix}${name}.`)
      : [`${prefix}${name}=${String(value).replaceAll(',', ',,')}`],
  )

/** The node for `--image-opts` of QEMU's programs. */
export const imageOptions = (node: DiskNode): string => pairs(node, '').join(',')
