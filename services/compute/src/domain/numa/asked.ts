import { errors } from '../../errors.ts'

/** The parts of a server's flavor that its topology depends on. */
export interface NumaFlavor {
  readonly vcpus: number
  readonly memoryMb: number
  readonly extraSpecs: Readonly<Record<string, string>>
}

export interface Asked {
  readonly flavor: NumaFlavor
  readonly imageProperties: Readonly<Record<string, string>>
}

/** The value of `hw:KEY` in the flavor and of `hw_KEY` in the image; empty values count as absent. */
export const askedOf = ({ flavor, imageProperties }: Asked, key: string) => ({
  ofFlavor: flavor.extraSpecs[`hw:${key}`] || undefined,
  ofImage: imageProperties[`hw_${key}`] || undefined,
})

export const asksForTrue = (value: string | undefined): boolean => /^(true|1|yes|on|t|y)$/i.test(value ?? '')

export const refused = (reason: string): Error => errors.NumaRequestInvalid({ reason })
