import { routesOf } from '@nimbo/http/routes-of'
import type { VolumeApp } from '../app/app.ts'

export const route = routesOf<VolumeApp>()
