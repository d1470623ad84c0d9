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
