import { routesOf } from '@nimbo/http/routes-of'
import type { PlacementApp } from '../app/app.ts'

export const route = routesOf<PlacementApp>()
