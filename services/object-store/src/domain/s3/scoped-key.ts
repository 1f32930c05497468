import { createHmac } from 'node:crypto'

/** The signing key of version 4, derived for a date, a region and a service. */
export const scopedKey = (secret: string, scope: string): Buffer =>
  scope
    .split('/')
    .reduce((key, part) => createHmac('sha256', key).update(part).digest(), Buffer.from(`AWS4${secret}`))
