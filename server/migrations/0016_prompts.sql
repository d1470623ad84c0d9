-- Prompt helpers: what was optimised, what it was made from, and what a language model's answer cost.

CREATE TABLE prompts (
  prompt_id  uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES users,
  original   text NOT NULL CHECK (length(original) BETWEEN 1 AND 4000),
  optimized  text NOT NULL CHECK (length(optimized) BETWEEN 1 AND 4000),
  source     text NOT NULL CHECK (source IN ('model', 'rules')),
  model      text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX prompts_of_user ON prompts (user_id, created_at DESC, prompt_id DESC);

ALTER TABLE tasks ADD COLUMN original_prompt text;

-- A charge takes what has been delivered already: from the spendable balance to the platform, without a hold.
ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_kind_check;
ALTER TABLE ledger_transactions ADD CONSTRAINT ledger_transactions_kind_check
  CHECK (kind IN ('topup', 'signup_bonus', 'hold', 'capture', 'release', 'refund', 'adjustment', 'charge'));
ALTER TABLE ledger_transactions ADD CONSTRAINT charge_has_reason CHECK (kind <> 'charge' OR length(reason) >= 3);
