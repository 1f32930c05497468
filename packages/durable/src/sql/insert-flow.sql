-- insertFlow
insert into "flows" ("id", "name", "subject", "active_subject", "state", "input", "outputs", "choices", "position", "attempt", "error", "signals", "cancelled", "parked_until", "context", "lease_owner", "lease_expires_at", "wake_at", "deadline_at", "revision", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("name", "active_subject") do nothing;
