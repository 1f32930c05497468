/** The path of an exported volume on this host. Throws for connections that this host cannot open as a file. */
export const deviceOf = ({
  driver_volume_type,
  data,
}: {
  readonly driver_volume_type: string
  readonly data: Readonly<Record<string, unknown>>
}): string => {
  const { device_path: path } = data
  if (driver_volume_type === 'file' && typeof path === 'string') return path
  throw new Error(`backups cannot reach a volume by a connection of type ${driver_volume_type}`)
}
