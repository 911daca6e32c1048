/** Create that was started and whose result may not be in any state. */
export interface JournaledCreate {
  /** Epoch milliseconds by this machine's clock. */
  readonly startedAt: number;
  /** ID of the object, if the response arrived. */
  readonly id?: string;
  /** Digest of the sent name. A one-time name is unique. */
  readonly name?: string;
}

/** Remembers creates until their results are in a state, so that the next run finds the objects of a killed one. */
export interface CreateJournal {
  /**
   * Records that a request will be sent.
   * @param content distinguishes this create from others, without secrets
   * @param name name in the request
   */
  begin(content: string, name: string | undefined): JournaledCreate;
  /** Records that the object exists. */
  ended(create: JournaledCreate, id: string): void;
  /** Forgets a create that created nothing, or whose object was deleted. */
  drop(create: JournaledCreate): void;
  /** Returns the unfinished creates of earlier runs with this content. */
  unfinished(content: string): readonly JournaledCreate[];
  /** Returns true if the object is the known result of another create. */
  isKnown(id: string): boolean;
  /** Returns true if the create sent this name. */
  hasName(create: JournaledCreate, name: string): boolean;
  /** Forgets a deleted object. */
  forget(id: string): void;
}
