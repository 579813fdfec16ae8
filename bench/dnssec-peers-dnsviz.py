"""Runs dnsviz COMMAND OPTION... with patches for two errors that would stop it in the middle of this table."""

import importlib
import sys

import dns.enum
from dnsviz.analysis import status
from dnsviz.analysis.offline import OfflineDomainNameAnalysis

# Python 3.11.2 copies an enum member by its name, and unknown numbers, such as those of algorithms, have no name
# there.
dns.enum.IntEnum.__deepcopy__ = lambda self, memo: self

# dnsviz raises a KeyError if an answer has a record that is not in the graph, such as the SOA of an unsigned zone
# (https://github.com/dnsviz/dnsviz/issues/44). Such a record gets a neutral status.
serialize = OfflineDomainNameAnalysis._serialize_rrset_info


def serialize_known(self, rrset_info, *args, **kwargs):
    if self.response_component_status is not None:
        self.response_component_status.setdefault(rrset_info, status.RRSET_STATUS_NON_EXISTENT)
    return serialize(self, rrset_info, *args, **kwargs)


OfflineDomainNameAnalysis._serialize_rrset_info = serialize_known

importlib.import_module(f"dnsviz.commands.{sys.argv[1]}").main(sys.argv[1:])
