-- secretsExpired
select "id"
  from "secrets"
  where "expiration" <= ?
  order by "expiration", "id"
  limit 10;
