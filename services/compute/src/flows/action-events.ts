import type { Operation } from '../domain/operations.ts'

/** Nova's names for the parts of a server action, as `os-instance-actions` shows them. */
export const eventOf = {
  build: 'compute__do_build_and_run_instance',
  delete: 'compute_terminate_instance',
  start: 'compute_start_instance',
  stop: 'compute_stop_instance',
  reboot: 'compute_reboot_instance',
  pause: 'compute_pause_instance',
  unpause: 'compute_unpause_instance',
  'attach-volume': 'compute_attach_volume',
  'detach-volume': 'compute_detach_volume',
  'attach-interface': 'compute_attach_interface',
  'detach-interface': 'compute_detach_interface',
} as const satisfies Record<Operation['kind'] | 'build' | 'delete', string>
