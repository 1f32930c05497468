-- countCredentials
select count(*) as "count"
  from "credentials"
  where "user_id" = ?;
