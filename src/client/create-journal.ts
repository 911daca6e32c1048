/** One create that was begun and that no state is known to hold the result of. */
export interface JournaledCreate {
  /** Epoch milliseconds by this machine's clock. */
  readonly startedAt: number;
  /** The object, where the response arrived. */
  readonly id?: string;
  /** Digest of the name that was sent, which is unique where it is a one-time name. */
  readonly name?: string;
}

/** Remembers creates until their results are in a state, so that the next run finds what a killed one left. */
export interface CreateJournal {
  /**
   * A request is about to be sent. @param content what tells this create from others, without secrets @param name the
   * name that is sent
   */
  begin(content: string, name: string | undefined): JournaledCreate;
  /** The object exists. */
  ended(create: JournaledCreate, id: string): void;
  /** Nothing was created, or what was created is gone. */
  drop(create: JournaledCreate): void;
  /** What earlier runs began with this content. */
  unfinished(content: string): readonly JournaledCreate[];
  /** Whether an object is the known result of a create, and so not that of another one. */
  isKnown(id: string): boolean;
  /** Whether a name is the one that was sent. */
  hasName(create: JournaledCreate, name: string): boolean;
  /** An object was deleted. */
  forget(id: string): void;
}
