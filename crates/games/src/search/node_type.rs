//! Node types, selected at compile time.

/// A node type. The types are zero-sized; the search is compiled separately for each.
pub(super) trait NodeType {
    /// Whether the window is open: the node needs an exact score and a PV.
    const PV: bool;
    /// Whether the search uses reductions, pruning and quiescence. Otherwise it searches every legal move to
    /// the given depth and evaluates the leaves statically.
    const SELECTIVE: bool;
    /// The corresponding type with a null window.
    type Scout: NodeType;
}

/// A node with an open window.
#[derive(Debug)]
pub(super) struct Pv;

/// A node with a null window, which only determines whether the score fails high or low.
#[derive(Debug)]
pub(super) struct Scout;

/// A node of the exhaustive search with an open window, for tests.
#[derive(Debug)]
pub(super) struct ExhaustivePv;

/// A node of the exhaustive search with a null window, for tests.
#[derive(Debug)]
pub(super) struct ExhaustiveScout;

impl NodeType for Pv {
    const PV: bool = true;
    const SELECTIVE: bool = true;
    type Scout = Scout;
}

impl NodeType for Scout {
    const PV: bool = false;
    const SELECTIVE: bool = true;
    type Scout = Scout;
}

impl NodeType for ExhaustivePv {
    const PV: bool = true;
    const SELECTIVE: bool = false;
    type Scout = ExhaustiveScout;
}

impl NodeType for ExhaustiveScout {
    const PV: bool = false;
    const SELECTIVE: bool = false;
    type Scout = ExhaustiveScout;
}
