create table news (
  merchant_id uuid not null,
  id          uuid not null,
  kind        text not null,
  subject     text not null,
  details     jsonb not null,
  not_to      text[] not null default '{}',
  created_at  timestamptz not null,
  told_at     timestamptz,
  over_at     timestamptz,
  primary key (merchant_id, id)
);
comment on table news is 'What people are to be told, written once for its subject: a request that waits, an address that cannot be reached. A worker finds out whom it concerns, except not_to, and tells them. merchant_id is the platform''s where only the platform is concerned. over_at: it is not so any more, and the same subject may be news again.';
create unique index news_once on news (merchant_id, kind, subject) where over_at is null;
create index news_open on news (kind, created_at) where over_at is null;
create index news_untold on news (created_at) where told_at is null and over_at is null;
create index news_by_age on news (created_at);

create table notifications (
  merchant_id uuid not null,
  person_id   uuid not null,
  id          uuid not null,
  kind        text not null,
  subject     text not null,
  details     jsonb not null,
  created_at  timestamptz not null,
  read_at     timestamptz,
  primary key (merchant_id, person_id, id)
);
comment on table notifications is 'News as one person sees it in the portal; id is that of the news. merchant_id is the platform''s for what operators are told.';
create index notifications_unread on notifications (merchant_id, person_id) where read_at is null;
create index notifications_of_news on notifications (merchant_id, id) where read_at is null;
create index notifications_by_age on notifications (created_at);

create table notification_choices (
  merchant_id uuid not null,
  person_id   uuid not null,
  topic       text not null,
  by_mail     boolean not null,
  in_portal   boolean not null,
  primary key (merchant_id, person_id, topic)
);
comment on table notification_choices is 'How a person wants to be told of a topic at a merchant, or as an operator, where that is not the default of notifications/kinds.ts.';
