type Pairs = Readonly<Record<string, unknown>>

/** The properties of a volume. */
export interface VolumeProperties {
  readonly name?: string
  readonly description?: string
  readonly size?: number
  readonly availability_zone?: string
  readonly snapshot_id?: string
  readonly backup_id?: string
  readonly volume_type?: string
  readonly metadata: Pairs
  readonly image?: string
  readonly imageRef?: string
  readonly source_volid?: string
  readonly scheduler_hints?: Pairs
  readonly read_only?: boolean
  readonly multiattach: boolean
}
