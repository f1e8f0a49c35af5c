-- The time since which a site has an article, for the board. An update of a copy keeps it.
alter table deliveries add column delivered_since timestamptz;
update deliveries set delivered_since = case
    when deliveries.site_id = '00000000-0000-7000-8000-000000000000' then published_at
    else greatest(deliveries.created_at, published_at) end
from blog_posts where blog_posts.id = article_id and delivered_hash is not null;

create function keep_delivered_since() returns trigger language plpgsql as $$
begin
  new.delivered_since := case when new.delivered_hash is not null then coalesce(new.attempted_at, now()) end;
  return new;
end $$;
-- A backup has the time, unless it is an older one.
create trigger deliveries_arrive before insert on deliveries for each row
  when (new.delivered_hash is not null and new.delivered_since is null) execute function keep_delivered_since();
create trigger deliveries_come_and_go before update of delivered_hash on deliveries for each row
  when ((old.delivered_hash is null) <> (new.delivered_hash is null)) execute function keep_delivered_since();
